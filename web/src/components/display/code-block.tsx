import { showHidden } from '../../format/show-hidden.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { scrollFocus } from '../overlay/scroll-focus.ts'

/** Text to read or copy as it is; scrolls sideways, never wraps, and reads from the left whatever it holds. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="relative rounded-field border border-line bg-sunken">
      <div className="absolute top-1 right-1 rounded-control bg-sunken">
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
      <pre
        dir="ltr"
        ref={scrollFocus}
        className="overflow-x-auto p-3 pr-11 font-mono text-small leading-[1.7]"
      >
        {showHidden(code)}
      </pre>
    </div>
  )
}
