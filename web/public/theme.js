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

// The dashboard's own code does not run in older browsers (decision 0254), and could not say so.
if (!('any' in AbortSignal && 'difference' in Set.prototype))
  addEventListener('DOMContentLoaded', () => {
    const word = document.querySelector('#frame p')
    if (word)
      word.textContent =
        'Please update your browser: Errata needs Chrome or Edge 122, Firefox 127 or Safari 17.4.'
  })
