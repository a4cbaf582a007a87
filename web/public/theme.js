// Runs before the first paint, so that a chosen theme never flashes. External, because inline scripts are
// forbidden by the Content-Security-Policy. Without a choice the system's preference applies.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage can be switched off; the system's preference applies then.
}
