// Light or dark: as the system says, until the reader says otherwise. `#theme=dark` in the address
// fixes it, for pictures.
export function startTheme(button) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = /theme=(dark|light)/.exec(location.hash)?.[1];
  const apply = () => {
    const theme = chosen ?? (system.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === 'dark' ? '☀ Light' : '☾ Dark';
    button.setAttribute('aria-label', `Switch to the ${theme === 'dark' ? 'light' : 'dark'} theme`);
    document.dispatchEvent(new Event('goodput-theme'));
  };
  button.addEventListener('click', () => { chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'; apply(); });
  system.addEventListener('change', apply);
  // Paper is light; the charts that are pictures have to be drawn again for it.
  addEventListener('beforeprint', () => { document.documentElement.dataset.theme = 'light'; document.dispatchEvent(new Event('goodput-theme')); });
  addEventListener('afterprint', apply);
  apply();
}
