// Entry of a comparison's page: reads the embedded document and draws the page once.
import { renderPairs } from './paired.js';
import { startTheme } from './theme.js';

startTheme(document.getElementById('theme'));
renderPairs(document.getElementById('page'), JSON.parse(document.getElementById('goodput-data').textContent));
document.documentElement.dataset.state = 'drawn';
