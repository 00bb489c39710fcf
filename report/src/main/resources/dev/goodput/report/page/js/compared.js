// Entry of the comparison's page.
import { renderComparison } from './comparison.js';
import { startTheme } from './theme.js';

startTheme(document.getElementById('theme'));
renderComparison(document.getElementById('page'), JSON.parse(document.getElementById('goodput-data').textContent));
document.documentElement.dataset.state = 'drawn';
