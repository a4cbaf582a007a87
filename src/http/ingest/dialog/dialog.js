/*
 * The dialog that `showReportDialog` of the browser SDK loads. What the page asks for stands in the address of this
 * script, and becomes text, never markup. It needs no inline style and no inline script, so that it works under a
 * content security policy that names this server in script-src and connect-src.
 */
;(() => {
  const address = document.currentScript?.src
  if (!address) return
  const given = new URL(address).searchParams
  const text = (name, fallback) => (given.get(name) || fallback).slice(0, 1000)
  const submitLabel = text('labelSubmit', 'Submit crash report')

  function element(name, content, properties) {
    const made = Object.assign(document.createElement(name), properties)
    if (content) made.textContent = content
    return made
  }

  function field(label, control) {
    const row = element('label')
    row.append(element('span', label), control)
    return row
  }

  const host = element('div')
  const root = host.attachShadow({ mode: 'open' })
  const style = new CSSStyleSheet()
  style.replaceSync(`
    dialog { box-sizing: border-box; width: min(32rem, calc(100vw - 2rem)); padding: 1.5rem; border: 1px solid #8886;
      border-radius: 10px; background: Canvas; color: CanvasText; font: 15px/1.5 system-ui, sans-serif;
      color-scheme: light dark }
    dialog::backdrop { background: #0008 }
    h2 { margin: 0; font-size: 1.25rem }
    p { margin: .25rem 0 }
    form { display: grid; gap: .75rem; margin-top: 1rem }
    label, label span { display: block }
    span { font-weight: 600 }
    input, textarea { box-sizing: border-box; width: 100%; padding: .4rem .5rem; border: 1px solid #888;
      border-radius: 6px; background: Field; color: FieldText; font: inherit }
    textarea { min-height: 7rem; resize: vertical }
    div { display: flex; gap: .5rem; justify-content: flex-end }
    button { padding: .45rem .9rem; border: 1px solid #888; border-radius: 6px; background: ButtonFace;
      color: ButtonText; font: inherit; cursor: pointer }`)
  root.adoptedStyleSheets = [style]

  const dialog = element('dialog')
  const title = element('h2', text('title', "It looks like we're having issues."), { id: 'title' })
  dialog.setAttribute('aria-labelledby', 'title')
  const name = element('input', '', { value: text('name', ''), maxLength: 200, autocomplete: 'name' })
  const email = element('input', '', {
    value: text('email', ''),
    type: 'email',
    maxLength: 254,
    autocomplete: 'email',
  })
  const comments = element('textarea', '', { required: true, maxLength: 10_000 })
  const status = element('p', '', { role: 'status' })
  const close = element('button', text('labelClose', 'Close'), { type: 'button' })
  const submit = element('button', submitLabel, { type: 'submit' })
  const buttons = element('div')
  const form = element('form')
  buttons.append(close, submit)
  form.append(
    field(text('labelName', 'Name'), name),
    field(text('labelEmail', 'Email'), email),
    field(text('labelComments', 'What happened?'), comments),
    status,
    buttons,
  )
  dialog.append(
    title,
    element('p', text('subtitle', 'Our team has been notified.')),
    element('p', text('subtitle2', "If you'd like to help, tell us what happened below.")),
    form,
  )

  /** @returns what to tell the person who wrote. */
  async function send() {
    const body = new URLSearchParams({ name: name.value, email: email.value, comments: comments.value })
    const answer = await fetch(address, { method: 'POST', body, credentials: 'omit' })
    if (answer.status === 400) {
      return text('errorFormEntry', 'Some fields were invalid. Please correct the errors and try again.')
    }
    if (!answer.ok) throw new Error(String(answer.status))
    form.replaceChildren(status, buttons)
    submit.remove()
    close.focus()
    return text('successMessage', 'Your feedback has been sent. Thank you!')
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    submit.disabled = true
    const failure = text(
      'errorGeneric',
      'An unknown error occurred while submitting your report. Please try again.',
    )
    status.textContent = await send().catch(() => failure)
    submit.disabled = false
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    host.remove()
    window.postMessage('__sentry_reportdialog_closed__', '*')
  })
  root.append(dialog)
  document.body.append(host)
  dialog.showModal()
})()
