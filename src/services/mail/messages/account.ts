import type { Device } from '@/lib/network/user-agent'
import { action, type Message, note, requestedFrom, text } from '@/services/mail/message'

/** Asks a new user to confirm their email address. */
export const accountConfirmation =
  (token: string): Message =>
  (context) => ({
    subject: context.text('account_confirmation.subject'),
    blocks: [
      text(context.text('account_confirmation.intro')),
      action(
        context.text('account_confirmation.action'),
        context.link(`/account-confirmation?token=${token}`),
      ),
      note(context.text('account_confirmation.not_you')),
    ],
  })

/** Warns the current address that it will be replaced by `email`. */
export const emailUpdateToCurrentEmail =
  ({ email, device }: { email: string; device: Device | undefined }): Message =>
  (context) => ({
    subject: context.text('email_update_to_current_email.subject'),
    blocks: [
      text(context.text('email_update_to_current_email.intro', { email })),
      ...requestedFrom(context, device),
      note(context.text('email_update_to_current_email.not_you')),
    ],
  })

/** Asks the new address for confirmation. */
export const emailUpdateToNewEmail =
  ({ token, device }: { token: string; device: Device | undefined }): Message =>
  (context) => ({
    subject: context.text('email_update_to_new_email.subject'),
    blocks: [
      text(context.text('email_update_to_new_email.intro')),
      action(
        context.text('email_update_to_new_email.action'),
        context.link(`/email-update?token=${token}`),
      ),
      ...requestedFrom(context, device),
      note(context.text('email_update_to_new_email.not_you')),
    ],
  })

/** Notifies the user that the password was changed. */
export const passwordChange =
  (device: Device | undefined): Message =>
  (context) => ({
    subject: context.text('password_change.subject'),
    blocks: [
      text(context.text('password_change.intro')),
      ...requestedFrom(context, device),
      note(context.text('password_change.not_you')),
    ],
  })

/** Notifies the user of a login with a device that was not used before. `at` is in milliseconds since the Unix epoch. */
export const newDevice =
  ({ device, at }: { device: Device | undefined; at: number }): Message =>
  (context) => ({
    subject: context.text('new_device.subject'),
    blocks: [
      text(context.text('new_device.intro', { date: context.date(at) })),
      ...(device ? [text(context.text('new_device.device', { ...device }))] : []),
      action(context.text('new_device.action'), context.link('/profile/edit/account')),
      note(context.text('new_device.not_you')),
    ],
  })

/** Notifies the user that two-factor login was turned on. */
export const twoFactorEnabled: Message = (context) => ({
  subject: context.text('two_factor_enabled.subject'),
  blocks: [
    text(context.text('two_factor_enabled.intro')),
    note(context.text('two_factor_enabled.not_you')),
  ],
})

/** Notifies the user that two-factor login was turned off, by themselves or by an administrator. */
export const twoFactorDisabled: Message = (context) => ({
  subject: context.text('two_factor_disabled.subject'),
  blocks: [
    text(context.text('two_factor_disabled.intro')),
    action(context.text('two_factor_disabled.action'), context.link('/profile/edit/account')),
    note(context.text('two_factor_disabled.not_you')),
  ],
})

/** Notifies the user that someone who knows the password has typed many wrong two-factor codes. */
export const wrongCodes: Message = (context) => ({
  subject: context.text('wrong_codes.subject'),
  blocks: [text(context.text('wrong_codes.intro')), note(context.text('wrong_codes.not_you'))],
})

/** Notifies the user that the login of a provider was linked to the account. */
export const identityLinked =
  (provider: string): Message =>
  (context) => ({
    subject: context.text('identity_linked.subject', { provider }),
    blocks: [
      text(context.text('identity_linked.intro', { provider })),
      action(context.text('identity_linked.action'), context.link('/profile/edit/account')),
      note(context.text('identity_linked.not_you')),
    ],
  })

/** Notifies the user that a login was unlinked from the account. */
export const identityUnlinked =
  (name: string): Message =>
  (context) => ({
    subject: context.text('identity_unlinked.subject'),
    blocks: [
      text(context.text('identity_unlinked.intro', { name })),
      note(context.text('identity_unlinked.not_you')),
    ],
  })

/** Notifies the user that a passkey was added to the account. */
export const passkeyAdded =
  (name: string): Message =>
  (context) => ({
    subject: context.text('passkey_added.subject'),
    blocks: [
      text(context.text('passkey_added.intro', { name })),
      action(context.text('passkey_added.action'), context.link('/profile/edit/account')),
      note(context.text('passkey_added.not_you')),
    ],
  })

/** Notifies the user that a passkey was removed from the account. */
export const passkeyRemoved =
  (name: string): Message =>
  (context) => ({
    subject: context.text('passkey_removed.subject'),
    blocks: [
      text(context.text('passkey_removed.intro', { name })),
      note(context.text('passkey_removed.not_you')),
    ],
  })

/** Notifies an administrator that an account is now an administrator, too. */
export const newAdministrator =
  ({ username, by }: { username: string; by: string }): Message =>
  (context) => ({
    subject: context.text('new_administrator.subject', { username }),
    blocks: [
      text(context.text('new_administrator.intro', { username, by })),
      action(context.text('new_administrator.action'), context.link('/admin/users')),
      note(context.text('new_administrator.not_you')),
    ],
  })

/** Sends the link for choosing a new password. */
export const passwordResetRequest =
  ({ token, device }: { token: string; device: Device | undefined }): Message =>
  (context) => ({
    subject: context.text('password_reset_request.subject'),
    blocks: [
      text(
        context.text('password_reset_request.intro', {
          delay: context.text('password_reset_request.delay'),
        }),
      ),
      action(
        context.text('password_reset_request.action'),
        context.link(`/password-reset?token=${token}`),
      ),
      ...requestedFrom(context, device),
      note(context.text('password_reset_request.not_you')),
    ],
  })

/** Notifies the user that the archive of their data can be downloaded. */
export const dataExportReady: Message = (context) => ({
  subject: context.text('data_export_ready.subject'),
  blocks: [
    text(context.text('data_export_ready.intro')),
    action(context.text('data_export_ready.action'), context.link('/profile/edit/account')),
  ],
})

/** Shows an administrator that messages arrive. */
export const testMail: Message = (context) => ({
  subject: context.text('test_mail.subject'),
  blocks: [text(context.text('test_mail.intro'))],
})

/** Notifies the user that deliveries to one of their webhooks failed for too long. */
export const webhookDisabled =
  (host: string): Message =>
  (context) => ({
    subject: context.text('webhook_disabled.subject'),
    blocks: [
      text(context.text('webhook_disabled.intro', { host })),
      action(context.text('webhook_disabled.action'), context.link('/profile/webhooks')),
    ],
  })
