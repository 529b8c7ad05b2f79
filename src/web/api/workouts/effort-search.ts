/** The URL parameters of the screens of best efforts. */
export const EFFORT_PARAMETERS = [
  ...(['sport', 'kind', 'target'] as const),
  ...(['period', 'from', 'to', 'against', 'against_from', 'against_to'] as const),
] as const

/** Sport, kind and target of efforts, the period shown and the period to compare it with; days as `YYYY-MM-DD`. */
export type EffortSearch = { [Word in (typeof EFFORT_PARAMETERS)[number]]?: string | undefined }
