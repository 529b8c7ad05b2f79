import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { about, appealAt, reasonFor, type SanctionedContent } from '@/mail/sanctions'

/** Tells the author of a comment, or the owner of a workout, that it is suspended, and where to appeal. */
export const contentSuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (letter) => ({
    subject: letter.text(`${content.kind}_suspension.subject`),
    blocks: [
      text(letter.text(`${content.kind}_suspension.intro`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      appealAt(letter, content.path),
    ],
  })
