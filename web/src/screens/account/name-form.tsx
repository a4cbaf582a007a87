import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LIMITS } from '#contract/limits.ts'
import { changeName } from '../../api/account/account.ts'
import { membersQuery } from '../../api/account/members.ts'
import { sessionQuery } from '../../api/account/session.ts'
import { Field } from '../../components/form/field.tsx'
import { textIn } from '../../components/form/number-field.tsx'
import { SaveForm } from '../../components/form/save-form.tsx'
import { showToast } from '../../components/overlay/toast.ts'

/** The reader's own name. */
export function NameForm({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ name = '' }: { name?: string }) => changeName(name),
    onSuccess: (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session)
      void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
      showToast({ kind: 'done', text: 'Name saved' })
    },
  })
  return (
    <SaveForm
      run={change}
      read={(form) => ({ name: textIn(form, 'name') })}
      action="Save name"
      className="mt-4"
    >
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        maxLength={LIMITS.nameChars}
        autoComplete="name"
        hint="Shown to other members next to your activity. If it is empty, your email is."
      />
    </SaveForm>
  )
}
