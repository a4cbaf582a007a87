import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { returnPath } from '#contract/return-path.ts'
import { sendSingleSignOnCode } from '../../api/account/sign-in.ts'
import { CodeStep } from './code-step.tsx'

/** After the provider, for those with two-factor sign-in; the browser keeps who it was. */
export function ProviderCodeStep() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: (code: string) => sendSingleSignOnCode(code),
    onSuccess: async ({ return: asked }) => {
      // Nothing another account may have seen stays in memory.
      queryClient.clear()
      await router.navigate({ href: returnPath(asked, window.location.origin) ?? '/issues', replace: true })
    },
  })
  const onBack = () => void navigate({ to: '/login', replace: true })
  return <CodeStep error={send.error} isPending={send.isPending} onCode={send.mutate} onBack={onBack} />
}
