import { VISIBILITIES, type Visibility } from '@/db/columns'
import { sanitizeText } from '@/lib/rich-text'

/** A comment's text, made safe to store, or undefined when a body has none. */
export function readText(body: unknown): string | undefined {
  const { text } = fieldsOf(body)
  return typeof text === 'string' && text !== '' ? sanitizeText(text) : undefined
}

/** Who may see a comment, or undefined when a body does not say so. */
export function readVisibility(body: unknown): Visibility | undefined {
  const { text_visibility: wanted } = fieldsOf(body)
  return VISIBILITIES.find((level) => level === wanted)
}

const fieldsOf = (body: unknown): { text?: unknown; text_visibility?: unknown } =>
  typeof body === 'object' && body !== null ? body : {}
