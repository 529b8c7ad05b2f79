import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiError } from '@/web/api/client/api-error'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { Dialog } from '@/web/components/feedback/Dialog'
import { Choice } from '@/web/components/forms/Choice'
import { DialogForm } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { t } from '@/web/i18n/text'
import classes from './MemberActions.module.css'
import { GIVEN_ROLES, roleName } from './role-names'
import { useMemberChange } from './use-member-change'

interface Role {
  username: string
  role: string
}

/** Changes the role of a user after a confirmation. A new administrator requires the password of the caller. */
export function RoleForm({ username, role }: Role) {
  const [chosen, choose] = useState(role)
  return (
    <div className={classes.inline}>
      {/* The select renders two elements, which would be two cells of the grid. */}
      <div>
        <Choice
          label={t('members.role')}
          options={GIVEN_ROLES.map((value) => ({ value: value as string, label: roleName(value) }))}
          value={chosen}
          onChange={choose}
        />
      </div>
      {chosen === 'admin' && role !== 'admin' ? (
        <AdministratorButton username={username} role={role} />
      ) : (
        <ChangeRoleButton username={username} role={role} chosen={chosen} />
      )}
    </div>
  )
}

function ChangeRoleButton({ username, role, chosen }: Role & { chosen: string }) {
  const change = useMemberChange(username, () => ({ role: chosen }))
  return (
    <ConfirmButton
      label={t('members.giveRole')}
      title={t('members.roleTitle', { username })}
      text={t('members.roleText', { username, before: roleName(role), after: roleName(chosen) })}
      confirm={t('members.giveRole')}
      size="md"
      isHarmless
      disabled={chosen === role}
      action={change}
    />
  )
}

/** Opens a dialog that makes a user an administrator and asks for the password of the caller. */
function AdministratorButton({ username, role }: Role) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button variant="default" size="md" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('members.giveRole')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('members.roleTitle', { username })}>
        <AdministratorForm username={username} role={role} close={close} />
      </Dialog>
    </>
  )
}

function AdministratorForm({ username, role, close }: Role & { close: () => void }) {
  const change = useMemberChange(username, (password: string) => ({ role: 'admin', password }))
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('account.currentRule') : null) },
  })
  return (
    <DialogForm
      submit={t('members.giveRole')}
      onCancel={close}
      saving={change}
      onSubmit={form.onSubmit(({ password }) =>
        change.mutate(password, {
          onSuccess: close,
          onError: (error) => {
            if (error instanceof ApiError && error.status === 401)
              form.setFieldError('password', t('account.wrongPassword'))
          },
        }),
      )}
    >
      <p className={classes.remark}>
        {t('members.roleText', { username, before: roleName(role), after: roleName('admin') })}
      </p>
      <PasswordField
        label={t('members.ownPassword')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}
