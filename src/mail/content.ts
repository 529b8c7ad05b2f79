/** One part of a mail, in the order of reading. */
export type Block =
  | { kind: 'text'; text: string }
  /** A link that the reader is expected to follow. */
  | { kind: 'action'; label: string; url: string }
  /** Words of somebody else: a reason, a comment. */
  | { kind: 'quote'; text: string }
  /** A picture, with what it shows in words. */
  | { kind: 'image'; text: string; url: string }
  /** What matters less. */
  | { kind: 'note'; text: string }

/** What a mail says, before it is written as text and HTML. */
export interface MailContent {
  /** Without the product's name, which is put before it. */
  subject: string
  blocks: Block[]
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
export const action = (label: string, url: string): Block => ({ kind: 'action', label, url })
export const quote = (words: string): Block => ({ kind: 'quote', text: words })
export const note = (words: string): Block => ({ kind: 'note', text: words })
export const image = (words: string, url: string): Block => ({ kind: 'image', text: words, url })
