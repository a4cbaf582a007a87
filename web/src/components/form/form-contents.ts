/** What the fields hold, comparable. */
export function contentsOf(form: HTMLFormElement | null): string | undefined {
  return form === null ? undefined : JSON.stringify([...new FormData(form)])
}

/** What the fields held; the reverse of `contentsOf`. */
export function formOf(contents: string | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of JSON.parse(contents ?? '[]') as [string, string][]) form.append(name, value)
  return form
}

/** What the fields hold, without passwords. */
export function keepableContents(form: HTMLFormElement): FormData {
  const fields = new FormData(form)
  for (const field of form.querySelectorAll<HTMLInputElement>('input[type=password]'))
    fields.delete(field.name)
  return fields
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Enters `contents` as a reader would: what listens to the fields is told, and fields that a choice brings up are filled
 * as well. Boxes of one name are told apart by their value; any other field has a name of its own.
 */
export function fillForm(form: HTMLFormElement, contents: FormData): void {
  const filled = new Set<Element>()
  fillOnce(form, contents, filled)
  setTimeout(() => fillOnce(form, contents, filled))
}

function fillOnce(form: HTMLFormElement, contents: FormData, filled: Set<Element>): void {
  for (const field of form.elements) {
    if (filled.has(field)) continue
    filled.add(field)
    if (isBox(field)) {
      if (field.checked !== contents.getAll(field.name).includes(field.value)) field.click()
    } else if (isText(field)) {
      const value = contents.get(field.name)
      if (typeof value === 'string' && value !== field.value) type(field, value)
    }
  }
}

function isBox(field: Element): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')
}

function isText(field: Element): field is TextField {
  return (
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
}

/** React overwrites `value` of its fields and hears nothing of what is set through that. */
function type(field: TextField, value: string): void {
  const prototype = Object.getPrototypeOf(field) as TextField
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
