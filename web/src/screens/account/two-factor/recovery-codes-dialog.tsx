import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { downloadText } from '../../../components/copy/download-text.ts'
import { Button } from '../../../components/form/button.tsx'
import { CreatedDialog } from '../../../components/overlay/framed-dialog.tsx'

interface RecoveryCodesDialogProps {
  open: boolean
  onClose: () => void
  codes: string[]
}

/** Shown once: a press beside it doesn't lose the codes. */
export function RecoveryCodesDialog({ open, onClose, codes }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`
  return (
    <CreatedDialog
      open={open}
      onClose={onClose}
      title="Save your recovery codes"
      description="If you lose your phone, each of them signs you in once. They are shown only now: keep them where you keep your passwords."
      mayClose={(reason) => reason !== 'outside-press' && reason !== 'escape-key'}
    >
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-field bg-sunken px-3.5 py-3 font-mono text-code sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy the recovery codes">
          Copy
        </CopyButton>
        <Button onClick={() => downloadText(text, 'errata-recovery-codes.txt')}>Download</Button>
      </div>
    </CreatedDialog>
  )
}
