// Before anything is drawn: the colours that were chosen, so that nothing flashes.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch { /* storage is switched off: the system's colours */ }
