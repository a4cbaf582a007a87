import { alert, alertListQuery, alertPage, alertPatch, alertsReadBody } from '#contract/alert/alert.ts'
import { idParams, updatedAnswer } from '#contract/scalars.ts'
import { getAlerts, patchAlert, postAlertsRead } from '../api/alert/alerts.ts'
import { authenticatedRoute, type Route, tokenRoute } from './route.ts'

export function alertRoutes(): Route[] {
  const list = {
    access: 'alerts:read',
    query: alertListQuery,
    answer: alertPage,
    errors: ['not_found'],
  } as const
  return [
    authenticatedRoute('GET /api/v1/alerts', { ...list, summary: 'List alerts' }, getAlerts),
    authenticatedRoute(
      'PATCH /api/v1/alerts/{id}',
      {
        access: 'alerts:triage',
        summary: 'Mark an alert as read or ignored',
        params: idParams,
        body: alertPatch,
        answer: alert,
      },
      patchAlert,
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
      postAlertsRead,
    ),
    tokenRoute('GET /api/v1/agent/alerts', { ...list, summary: 'List alerts, for agents' }, getAlerts),
  ]
}
