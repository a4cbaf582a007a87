// The page /docs is whole without this: it filters the routes, copies examples and opens what is linked to.
const field = document.querySelector('.filter input')
const entries = [...document.querySelectorAll('.operation')]
const links = new Map(
  [...document.querySelectorAll('nav li')].map((item) => [item.firstChild.hash.slice(1), item]),
)

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const entry of entries) {
    const fits = words.every((word) => entry.dataset.find.includes(word))
    entry.hidden = !fits
    const link = links.get(entry.id)
    if (link) link.hidden = !fits
    if (fits) shown += 1
  }
  for (const group of document.querySelectorAll('.group'))
    group.hidden = !group.querySelector('.operation:not([hidden])')
  for (const group of document.querySelectorAll('nav section:has(li)'))
    group.hidden = !group.querySelector('li:not([hidden])')
  document.querySelector('.none').hidden = shown > 0
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target?.matches('details')) return
  target.open = true
  target.scrollIntoView()
}

async function copy(button) {
  const text = button.nextElementSibling.textContent
  try {
    // Exists on secure origins only; over plain http the text is selected instead.
    if (navigator.clipboard) await navigator.clipboard.writeText(text)
    else {
      getSelection().selectAllChildren(button.nextElementSibling)
      if (!document.execCommand('copy')) throw new Error('refused')
    }
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1600)
}

field.closest('label').hidden = false
field.addEventListener('input', filter)
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', () => void copy(button))
}
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input')) return
  event.preventDefault()
  field.focus()
})
addEventListener('hashchange', openTarget)
openTarget()
