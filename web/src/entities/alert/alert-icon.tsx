import type { Alert } from '../../api/wire.ts'
import { ScreenIcon, type ScreenIconName } from '../../components/screen-icon.tsx'

const ICONS: Record<Alert['kind'], ScreenIconName> = {
  regression: 'return',
  cap_reached: 'mute',
  overflow: 'inbox',
  velocity_spike: 'trend',
  custom_rule: 'alert',
  webhook_disabled: 'mute',
}

/** Which kind of alert it is, beside the words that say so. */
export function AlertIcon({ alert, className }: { alert: Alert; className: string }) {
  return <ScreenIcon name={ICONS[alert.kind]} className={className} />
}
