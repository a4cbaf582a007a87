import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { returnPath } from '#contract/return-path.ts'
import { setupQuery } from '../../../api/account/session.ts'
import { logout, singleSignOnPath } from '../../../api/account/sign-in.ts'
import { twoFactorQuery } from '../../../api/account/two-factor.ts'
import { Button, buttonClass } from '../../../components/form/button.tsx'
import { CentrePage } from '../../../layout/centre-page.tsx'
import { usePageTitle } from '../../../layout/page-title.ts'
import { TurnOnDialog } from './turn-on-dialog.tsx'

const route = getRouteApi('/two-factor')

/** All that a member reaches without the two-factor sign-in that their organization requires. */
export function SetUpScreen() {
  usePageTitle('Set up two-factor sign-in')
  const back = returnPath(route.useSearch().return, window.location.origin) ?? '/issues'
  const goOn = useGoOn(back)
  const provider = useQuery(setupQuery).data?.single_sign_on
  const [dialog, setDialog] = useState({ open: false, count: 0 })
  const close = () => {
    setDialog((last) => ({ ...last, open: false }))
    void goOn()
  }
  const signOut = () => logout().then(goOn, goOn)
  return (
    <CentrePage title="Set up two-factor sign-in">
      <div className="grid gap-4">
        <p className="text-ink-2">
          Your organization requires it of every member. Signing in then takes your password and a code from
          an authenticator app on your phone.
        </p>
        <Button
          kind="primary"
          size="large"
          onClick={() => setDialog(({ count }) => ({ open: true, count: count + 1 }))}
        >
          Set up…
        </Button>
        {provider && (
          <a
            href={singleSignOnPath(back)}
            className={buttonClass({ size: 'large', className: 'wrap-anywhere' })}
          >
            Sign in with {provider.name} instead
          </a>
        )}
        <Button kind="quiet" size="small" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      {/* Each time a new one: nothing of a secret stays. */}
      <TurnOnDialog key={dialog.count} open={dialog.open} onClose={close} />
    </CentrePage>
  )
}

/** To the page that the reader wanted if the server lets them in, and to the sign-in if it knows them no longer. */
function useGoOn(back: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    const twoFactor = await queryClient.fetchQuery(twoFactorQuery).catch(() => undefined)
    if (!twoFactor) queryClient.clear()
    if (!twoFactor || twoFactor.enabled) await router.navigate({ href: back, replace: true })
  }
}
