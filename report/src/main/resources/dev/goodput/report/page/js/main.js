// Entry of the report: reads the embedded document and draws the page once.
import { renderPage } from './page.js';
import { startTheme } from './theme.js';

startTheme(document.getElementById('theme'));
renderPage(document.getElementById('page'), JSON.parse(document.getElementById('goodput-data').textContent));
document.documentElement.dataset.state = 'drawn';
