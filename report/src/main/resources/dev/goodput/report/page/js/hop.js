// Entry of the page of a proxy: reads the embedded document and draws the page once.
import { renderHop } from './duties.js';
import { startTheme } from './theme.js';

startTheme(document.getElementById('theme'));
renderHop(document.getElementById('page'), JSON.parse(document.getElementById('goodput-data').textContent));
document.documentElement.dataset.state = 'drawn';
