import { changeAlert, listAlerts, readAllAlerts } from '#actions/alerts/alerts.ts'
import type { Alert, AlertListQuery, AlertPage, AlertPatch, AlertsReadBody } from '#contract/alert/alert.ts'
import type { IdParams, UpdatedAnswer } from '#contract/scalars.ts'
import type { AuthenticatedCall } from '../../routes/route.ts'

export async function getAlerts(call: AuthenticatedCall<{ query: AlertListQuery }>): Promise<AlertPage> {
  return listAlerts(call.services, call.principal, call.query)
}

export async function patchAlert(
  call: AuthenticatedCall<{ params: IdParams; body: AlertPatch }>,
): Promise<Alert> {
  const { services, principal, params, body } = call
  return changeAlert(services, principal, { alertId: params.id, patch: body })
}

export async function postAlertsRead(
  call: AuthenticatedCall<{ body: AlertsReadBody }>,
): Promise<UpdatedAnswer> {
  const { services, principal, body } = call
  return { updated: await readAllAlerts(services, principal, body.project_id) }
}
