import { Button } from '@mantine/core'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'
import classes from './SaveForm.module.css'

/** What chooses from a list, or takes a choice back, which is no event of a field. */
const CHOOSING = '[role=option], [type=button]'

/** A form whose values stay on the screen after they were saved, which is told until they are changed again. */
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
  const [isChanged, setChanged] = useState(false)
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    setChanged(false)
    onSubmit(event)
  }
  const clicked = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(CHOOSING)) setChanged(true)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: whoever chooses with a key clicks, too.
    <form
      className={classes.form}
      onSubmit={submitted}
      onChange={() => setChanged(true)}
      onClick={clicked}
      noValidate
    >
      {children}
      <ErrorNote error={saving.error} />
      <div className={classes.end}>
        <Button type="submit" loading={saving.isPending}>
          {submit}
        </Button>
        <span role="status" className={classes.saved}>
          {saving.isSuccess && !isChanged && t('form.saved')}
        </span>
      </div>
    </form>
  )
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
