import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeNotifications, notificationsQuery } from '../../api/account/notifications.ts'
import { serverNow } from '../../api/headers/server-clock.ts'
import { projectsQuery } from '../../api/project/projects.ts'
import type { Notifications, NotificationsPatch } from '../../api/wire.ts'
import { Section } from '../../components/card.tsx'
import { Button } from '../../components/form/button.tsx'
import { type Choice, ChoiceList } from '../../components/form/choice-list.tsx'
import { Field } from '../../components/form/field.tsx'
import { SaveForm } from '../../components/form/save-form.tsx'
import { showToast } from '../../components/overlay/toast.ts'
import { ErrorState, LoadingNote } from '../../components/states.tsx'
import { formatUtc } from '../../format/time.ts'
import { muteUntil, notificationsPatch, readerTimeZone } from './notification-form.ts'

const KINDS = [
  { value: 'assigned', label: 'Issues assigned to you' },
  { value: 'mentioned', label: 'Comments that mention you' },
  {
    value: 'snooze_ended',
    label: 'Snoozes that end',
    hint: 'You set the snooze, or the issue is assigned to you.',
  },
  { value: 'issue_created', label: 'New issues' },
  { value: 'regression', label: 'Regressions', hint: 'A resolved issue comes back.' },
  { value: 'rule_fired', label: 'Alert rules', hint: 'A rule fires, such as a spike in events.' },
  { value: 'weekly_digest', label: 'Weekly digest', hint: 'On Mondays at 8:00.' },
] as const satisfies Choice[]

/** The reader's choice of emails. */
export function NotificationsSection() {
  const { data, error, refetch } = useQuery(notificationsQuery)
  return (
    <Section title="Notifications" note="what we email you about">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {/* As high as the form: the password below must not move away from the pointer. */}
      {!error && !data && (
        <div className="h-[38.5rem]">
          <LoadingNote what="your notification settings" />
        </div>
      )}
      {data && <NotificationsForm settings={data} />}
    </Section>
  )
}

function NotificationsForm({ settings }: { settings: Notifications }) {
  const save = useSave()
  const initial = KINDS.map(({ value }) => value).filter((kind) => settings[kind])
  return (
    <SaveForm
      run={save}
      read={notificationsPatch}
      ready
      action="Save notifications"
      beside={
        <Mute until={settings.muted_until} disabled={save.isPending} onMute={(patch) => save.mutate(patch)} />
      }
    >
      {!settings.mail_configured && (
        <p className="text-small text-ink-2">
          This server can't send email yet: its administrator has to set SVC_SMTP_URL. Your settings are saved
          either way.
        </p>
      )}
      <ChoiceList
        legend="Email me about"
        name="kinds"
        type="checkbox"
        choices={[...KINDS]}
        initial={initial}
      />
      <QuietHours quiet={settings.quiet_hours} />
      <MutedProjects muted={settings.muted_project_ids} />
    </SaveForm>
  )
}

/** One time alone says nothing: the browser asks for the other. */
function QuietHours({ quiet }: { quiet: Notifications['quiet_hours'] }) {
  const [from, setFrom] = useState(quiet?.from ?? '')
  const [to, setTo] = useState(quiet?.to ?? '')
  const time = { type: 'time', required: from !== '' || to !== '' }
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Quiet hours</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field
          {...time}
          label="From"
          name="quiet_from"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          {...time}
          label="To"
          name="quiet_to"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <p className="mt-1 text-small text-ink-3">
        Emails wait until quiet hours end and arrive as one. Leave both empty to turn quiet hours off. Your
        time zone is {readerTimeZone()}.
      </p>
    </fieldset>
  )
}

function useSave() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: NotificationsPatch) => changeNotifications(patch),
    onSuccess: (settings) => {
      queryClient.setQueryData(notificationsQuery.queryKey, settings)
      showToast({ kind: 'done', text: 'Notification settings saved' })
    },
  })
}

function MutedProjects({ muted }: { muted: string[] }) {
  const { data: projects } = useQuery(projectsQuery)
  if (!projects || projects.length === 0) return null
  return (
    <details open={muted.length > 0}>
      {/* Without the list, muted projects stay muted. */}
      <input type="hidden" name="muted_shown" value="1" />
      <summary className="cursor-pointer py-1 font-medium">Muted projects</summary>
      <p className="my-1 text-small text-ink-3">
        You still get emails about assignments and mentions in these projects.
      </p>
      <ChoiceList
        legend="Mute"
        name="muted_projects"
        type="checkbox"
        choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
        initial={muted}
      />
    </details>
  )
}

interface MuteProps {
  until: string | null
  disabled: boolean
  onMute: (patch: NotificationsPatch) => void
}

function Mute({ until, disabled, onMute }: MuteProps) {
  if (until !== null) {
    return (
      <>
        <Button disabled={disabled} onClick={() => onMute({ muted_until: null })}>
          Unmute
        </Button>
        <span className="text-small text-ink-3">All email is muted until {formatUtc(until)}.</span>
      </>
    )
  }
  return (
    <>
      {([1, 7] as const).map((days) => (
        <Button
          key={days}
          disabled={disabled}
          onClick={() => onMute({ muted_until: muteUntil(serverNow(), days) })}
        >
          Mute all for {days === 1 ? 'a day' : 'a week'}
        </Button>
      ))}
    </>
  )
}
