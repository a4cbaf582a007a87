import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { ScreenIcon } from './screen-icon.tsx'

const CONFIRM_MS = 1600

/** Puts a text on the clipboard and says so; without `children` it is an icon. */
export function CopyButton({ text, label, children }: { text: string; label: string; children?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const icon = (
    <ScreenIcon
      name={state === 'copied' ? 'check' : 'copy'}
      className={state === 'copied' ? 'text-good' : ''}
    />
  )
  const said = state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying failed' : ''
  return (
    <>
      {children === undefined ? (
        <IconButton label={label} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button onClick={copy} aria-label={label}>
          {icon} {said === '' ? children : said}
        </Button>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}

/** The clipboard API exists on secure origins only; over plain http a hidden field has to do. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (!done) throw new Error('The browser refused to copy')
}
