import recorded from './examples.json'

/** What JSON an operation receives, and returns by status. A part is absent if there is none. */
export interface Example {
  body?: unknown
  responses?: Record<string, unknown>
}

const EXAMPLES: Record<string, Example> = recorded

/** The example of an operation: real calls, recorded by `bun run api-examples`, with shortened lists and texts. */
export const exampleOf = (operationId: string): Example => EXAMPLES[operationId] ?? {}
