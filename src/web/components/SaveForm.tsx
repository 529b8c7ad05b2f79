import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'
import classes from './SaveForm.module.css'

/** A form whose values stay on the screen after they were saved. */
export function SaveForm({
  children,
  submit = t('form.save'),
  saving,
  onSubmit,
}: {
  children: ReactNode
  submit?: string
  saving: { isPending: boolean; isSuccess: boolean; error: unknown }
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}) {
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
      <ErrorNote error={saving.error} />
      <div className={classes.end}>
        <Button type="submit" loading={saving.isPending}>
          {submit}
        </Button>
        <span role="status" className={classes.saved}>
          {saving.isSuccess && t('form.saved')}
        </span>
      </div>
    </form>
  )
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
