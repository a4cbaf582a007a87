export interface ContextDetail {
  text: number
  exceptions: number
  frames: number
  sourceLines: number
  breadcrumbs: number
  /** Variables, tags, headers and the like, each kind by itself. */
  pairs: number
  values: number
  feedback: number
  json: number
  history: number
}

export const FULL_DETAIL: ContextDetail = {
  text: 4000,
  exceptions: 20,
  frames: 60,
  sourceLines: 7,
  breadcrumbs: 50,
  pairs: 60,
  values: 20,
  feedback: 10,
  json: 4000,
  history: 10,
}

/** From the usual one down; the last fits into the shortest answer, whatever the event holds. */
export const CONTEXT_DETAILS: readonly ContextDetail[] = [
  {
    text: 1500,
    exceptions: 5,
    frames: 20,
    sourceLines: 5,
    breadcrumbs: 10,
    pairs: 20,
    values: 5,
    feedback: 3,
    json: 800,
    history: 5,
  },
  {
    text: 700,
    exceptions: 3,
    frames: 12,
    sourceLines: 5,
    breadcrumbs: 10,
    pairs: 12,
    values: 5,
    feedback: 2,
    json: 300,
    history: 5,
  },
  {
    text: 300,
    exceptions: 2,
    frames: 8,
    sourceLines: 3,
    breadcrumbs: 6,
    pairs: 8,
    values: 3,
    feedback: 1,
    json: 150,
    history: 3,
  },
  {
    text: 120,
    exceptions: 2,
    frames: 4,
    sourceLines: 1,
    breadcrumbs: 3,
    pairs: 4,
    values: 2,
    feedback: 1,
    json: 60,
    history: 1,
  },
  {
    text: 30,
    exceptions: 1,
    frames: 2,
    sourceLines: 0,
    breadcrumbs: 0,
    pairs: 0,
    values: 0,
    feedback: 0,
    json: 0,
    history: 0,
  },
]
