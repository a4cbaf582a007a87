import type { InvitedMember } from '../../../api/wire.ts'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'

const MAIL: Record<NonNullable<InvitedMember['invitation']>['mail'], string> = {
  none: 'No email was sent, because this server has no mail settings. Share the link yourself.',
  sending: 'It is also on its way by email.',
  sent: 'It was also sent by email.',
  failed: 'The email could not be sent. Share the link yourself.',
}

/** The link someone joins by; it is shown this once. */
export function InvitationLink({ member }: { member: InvitedMember }) {
  if (member.invite_url === undefined) return <p>They can sign in with the password you gave them.</p>
  return (
    <>
      <OneTimeSecret
        name="Invitation link"
        note="works once, for seven days, and is shown only now"
        secret={member.invite_url}
      />
      {member.invitation && <p className="mt-2 text-ink-2">{MAIL[member.invitation.mail]}</p>}
    </>
  )
}
