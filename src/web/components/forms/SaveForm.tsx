import { Button } from '@mantine/core'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './SaveForm.module.css'

/** Elements whose clicks change a value without a change event: options of a list, and buttons that clear a field. */
const CHOOSING = '[role=option], [type=button]'

/** A form that stays open after its values were saved, and shows that they are saved until they change again. */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: choosing with a key also fires a click.
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

/** Two fields next to each other if there is enough space. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
