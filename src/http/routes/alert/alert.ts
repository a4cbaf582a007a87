import { changeAlert, listAlerts, readAllAlerts } from '#actions/alerts/alerts.ts'
import {
  type AlertListQuery,
  type AlertPage,
  alert,
  alertListQuery,
  alertPage,
  alertPatch,
  alertsReadBody,
} from '#contract/alert/alert.ts'
import { idParams, updatedAnswer } from '#contract/scalars.ts'
import { type AuthenticatedCall, authenticatedRoute, type Route, tokenRoute } from '../route.ts'

const LIST = {
  access: 'alerts:read',
  query: alertListQuery,
  answer: alertPage,
  errors: ['not_found'],
} as const

export const ALERT_ROUTES: readonly Route[] = [
  authenticatedRoute('GET /api/v1/alerts', { ...LIST, summary: 'List alerts' }, getAlerts),
  authenticatedRoute(
    'PATCH /api/v1/alerts/{id}',
    {
      access: 'alerts:triage',
      summary: 'Mark an alert as read or ignored',
      params: idParams,
      body: alertPatch,
      answer: alert,
    },
    ({ services, principal, params, body }) =>
      changeAlert(services, principal, { alertId: params.id, patch: body }),
  ),
  authenticatedRoute(
    'POST /api/v1/alerts/read-all',
    {
      access: 'alerts:triage',
      summary: 'Mark all alerts as read',
      body: alertsReadBody,
      answer: updatedAnswer,
      errors: ['not_found'],
    },
    async ({ services, principal, body }) => ({
      updated: await readAllAlerts(services, principal, body.project_id),
    }),
  ),
  tokenRoute('GET /api/v1/agent/alerts', { ...LIST, summary: 'List alerts, for agents' }, getAlerts),
]

function getAlerts(call: AuthenticatedCall<{ query: AlertListQuery }>): Promise<AlertPage> {
  return listAlerts(call.services, call.principal, call.query)
}
