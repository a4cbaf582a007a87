// Runs before the first paint, so that a chosen theme never flashes. External, because inline scripts are
// forbidden by the Content-Security-Policy. Without a choice the system's preference applies.
function showTheme() {
  const { dataset } = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    else delete dataset.theme
  } catch {
    // Storage can be switched off; the system's preference applies then.
  }
}

showTheme()
// Chosen in another tab.
addEventListener('storage', showTheme)
