import { Button } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '@/web/components/Choice'
import { ErrorNote } from '@/web/components/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './MemberActions.module.css'
import { GIVEN_ROLES, roleName } from './role-names'
import { useMemberChange } from './use-member-change'

/** Gives somebody another role. */
export function RoleForm({ username, role }: { username: string; role: string }) {
  const change = useMemberChange(username)
  const [chosen, choose] = useState(role)
  return (
    <form
      className={classes.inline}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ role: chosen })
      }}
    >
      <Choice
        label={t('members.role')}
        options={GIVEN_ROLES.map((value) => ({ value: value as string, label: roleName(value) }))}
        value={chosen}
        onChange={choose}
      />
      <Button
        type="submit"
        variant="default"
        size="md"
        disabled={chosen === role}
        loading={change.isPending}
      >
        {t('members.giveRole')}
      </Button>
      <ErrorNote error={change.error} />
    </form>
  )
}
