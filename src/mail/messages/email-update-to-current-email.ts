import type { Device } from '@/lib/user-agent'
import { note, text } from '@/mail/content'
import { askedFrom, type Message } from '@/mail/letter'

/** Warns at the current address that `email` is to replace it. */
export const emailUpdateToCurrentEmail =
  ({ email, device }: { email: string; device: Device | undefined }): Message =>
  (letter) => ({
    subject: letter.text('email_update_to_current_email.subject'),
    blocks: [
      text(letter.text('email_update_to_current_email.intro', { email })),
      ...askedFrom(letter, device),
      note(letter.text('email_update_to_current_email.not_you')),
    ],
  })
