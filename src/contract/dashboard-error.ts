import { z } from 'zod'

export const dashboardError = z
  .object({
    message: z.string().max(2000),
    stack: z.string().max(2000),
    path: z.string().max(2000).meta({ description: 'Path of the page, without its query.' }),
  })
  .meta({ id: 'DashboardError' })
