import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { Webhook, WebhookEvent, WebhookFormat } from '../../../api/wire.ts'
import { ChoiceList } from '../../../components/form/choice-list.tsx'
import { Field, FormError } from '../../../components/form/field.tsx'
import { fieldErrors } from '../../../components/form/field-errors.ts'
import { ChatGuide } from './chat-guide.tsx'
import { EVENTS, FORMATS } from './webhook-text.ts'

type WebhookForm = Pick<Webhook, 'url' | 'format' | 'events'>

export const NEW_WEBHOOK: WebhookForm = {
  url: '',
  format: 'generic',
  events: ['issue_created', 'regression', 'velocity_spike', 'custom_rule'],
}

interface WebhookFieldsProps {
  initial: WebhookForm
  error: Error | null
}

/** A webhook's format, URL and events. */
export function WebhookFields({ initial, error }: WebhookFieldsProps) {
  const [format, setFormat] = useState(initial.format)
  const urlError = fieldErrors(error)('url')
  return (
    <>
      {error && urlError === undefined && <FormError>{error.message}</FormError>}
      <ChoiceList
        legend="Send to"
        name="format"
        type="radio"
        choices={FORMATS}
        initial={[initial.format]}
        onChange={([chosen]) => setFormat(FORMATS.find(({ value }) => value === chosen)?.value ?? format)}
      />
      <ChatGuide format={format} />
      <Field
        label="URL"
        name="url"
        type="url"
        defaultValue={initial.url}
        placeholder={FORMATS.find(({ value }) => value === format)?.example}
        required
        maxLength={LIMITS.webhookUrlChars}
        spellCheck={false}
        autoComplete="off"
        error={urlError}
        hint="https on a public address, unless this server allows private ones."
      />
      <ChoiceList legend="Events" name="events" type="checkbox" choices={EVENTS} initial={initial.events} />
    </>
  )
}

/** The form's values. If no event is chosen, the server rejects it with its own message. */
export function webhookIn(form: FormData): WebhookForm {
  const chosen = form.getAll('events')
  return {
    url: String(form.get('url')).trim(),
    format:
      FORMATS.find(({ value }) => value === form.get('format'))?.value ?? ('generic' satisfies WebhookFormat),
    events: EVENTS.map(({ value }) => value).filter((value): value is WebhookEvent => chosen.includes(value)),
  }
}
