import { action, type Message, note, quote, text } from '@/services/mail/message'

const SIGN_IN = '/login'

/** Invites someone without an account. */
export const invitation =
  (secret: string): Message =>
  (context) => ({
    subject: context.text('invitation.subject'),
    blocks: [
      text(context.text('invitation.intro', { url: context.link('') })),
      action(context.text('invitation.action'), context.link(invitationPath(secret))),
      note(context.text('invitation.not_you')),
    ],
  })

/** The page that opens the registration form for an invitation. */
export const invitationPath = (secret: string) => `/register?token=${secret}`

/** Asks the user of an account that an administrator created to choose a password. */
export const accountWithoutPassword =
  (token: string): Message =>
  (context) => ({
    subject: context.text('account_created.subject'),
    blocks: [
      text(context.text('account_created.choose_password')),
      action(context.text('password_reset_request.action'), context.link(passwordPath(token))),
      note(context.text('account_created.not_you')),
    ],
  })

const passwordPath = (token: string) => `/password-reset?token=${token}`

/** Notifies the user that an administrator created an account, and gave its password to them. */
export const accountWithPassword: Message = (context) => ({
  subject: context.text('account_created.subject'),
  blocks: [
    text(context.text('account_created.with_password')),
    action(context.text('account_activation.action'), context.link(SIGN_IN)),
    note(context.text('account_created.not_you')),
  ],
})

/** Notifies the user that an administrator activated the account. */
export const accountActivation: Message = (context) => ({
  subject: context.text('account_activation.subject'),
  blocks: [
    text(context.text('account_activation.intro')),
    action(context.text('account_activation.action'), context.link(SIGN_IN)),
  ],
})

/** Notifies an administrator that an applicant waits for approval. */
export const registrationToApprove =
  (username: string): Message =>
  (context) => ({
    subject: context.text('registration_to_approve.subject'),
    blocks: [
      text(context.text('registration_to_approve.intro', { username })),
      action(context.text('registration_to_approve.action'), context.link('/admin/new-members')),
    ],
  })

/** Notifies an applicant that an administrator rejected the request. */
export const registrationRejection =
  (reason: string | undefined): Message =>
  (context) => ({
    subject: context.text('registration_rejection.subject'),
    blocks: [
      text(context.text('registration_rejection.intro')),
      ...(reason ? [text(context.text('moderation.reason')), quote(reason)] : []),
    ],
  })
