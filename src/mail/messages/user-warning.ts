import { text } from '@/mail/content'
import type { Message } from '@/mail/letter'
import { about, appealAt, reasonFor, type SanctionedContent, seeContent } from '@/mail/sanctions'

interface Warning {
  reason: string | null
  content: SanctionedContent | undefined
  /** Short id of the action. */
  id: string
}

/** Warns somebody, with what it is about, and tells where to appeal. */
export const userWarning =
  ({ reason, content, id }: Warning): Message =>
  (letter) => ({
    subject: letter.text('user_warning.subject', { username: letter.username }),
    blocks: [
      text(letter.text('user_warning.intro')),
      ...reasonFor(letter, reason),
      ...about(letter, content),
      ...seeContent(letter, content),
      appealAt(letter, `/profile/moderation/sanctions/${id}`),
    ],
  })
