import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { about, reasonFor, type SanctionedContent, seeContent } from '@/mail/sanctions'

/** Tells the author of a comment, or the owner of a workout, that it is no longer suspended. */
export const contentUnsuspension =
  ({ reason, content }: { reason: string | null; content: SanctionedContent }): Message =>
  (letter) => ({
    subject: letter.text(`${content.kind}_unsuspension.subject`),
    blocks: [
      text(letter.text(`${content.kind}_unsuspension.intro`)),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      ...seeContent(letter, content),
    ],
  })
