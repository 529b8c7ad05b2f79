import type { Device } from '@/lib/user-agent'
import { action, note, text } from '@/mail/content'
import { askedFrom, type Message } from '@/mail/letter'

/** Asks at the new address to confirm it. */
export const emailUpdateToNewEmail =
  ({ token, device }: { token: string; device: Device | undefined }): Message =>
  (letter) => ({
    subject: letter.text('email_update_to_new_email.subject'),
    blocks: [
      text(letter.text('email_update_to_new_email.intro')),
      action(
        letter.text('email_update_to_new_email.action'),
        letter.link(`/email-update?token=${token}`),
      ),
      ...askedFrom(letter, device),
      note(letter.text('email_update_to_new_email.not_you')),
    ],
  })
