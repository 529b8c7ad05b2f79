/** What the addresses of the screens of best efforts may say. */
export const EFFORT_WORDS = [
  ...(['sport', 'kind', 'target'] as const),
  ...(['period', 'from', 'to', 'against', 'against_from', 'against_to'] as const),
] as const

/** The sport, the kind and its target, the time that is looked at, and the one beside it; days as `YYYY-MM-DD`. */
export type EffortSearch = { [Word in (typeof EFFORT_WORDS)[number]]?: string | undefined }
