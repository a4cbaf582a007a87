import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sendSingleSignOnCode } from '../../api/account/sign-in.ts'
import { CodeStep } from './code-step.tsx'
import { useEnter } from './use-enter.ts'

/** After the provider, for those with two-factor sign-in; the browser keeps who it was. */
export function ProviderCodeStep() {
  const enter = useEnter()
  const navigate = useNavigate()
  const send = useMutation({
    mutationFn: (code: string) => sendSingleSignOnCode(code),
    onSuccess: ({ return: asked }) => enter(asked),
  })
  const onBack = () => void navigate({ to: '/login', replace: true })
  return <CodeStep error={send.error} isPending={send.isPending} onCode={send.mutate} onBack={onBack} />
}
