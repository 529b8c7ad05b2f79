import recorded from './examples.json'

/** The JSON of an operation's successful responses, by status. */
export type Examples = Record<string, unknown>

const EXAMPLES: Record<string, Examples> = recorded

/** Real responses of an operation, recorded by `bun run api-examples`, with shortened lists and texts. */
export const examplesOf = (operationId: string): Examples => EXAMPLES[operationId] ?? {}
