import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './EntryForm.module.css'
import { ErrorNote } from './ErrorNote'

/** A form with one button at its end and the refusal of the server, if any, above it. */
export function EntryForm({
  children,
  submit,
  busy,
  error,
  onSubmit,
}: {
  children: ReactNode
  submit: string
  busy: boolean
  error: unknown
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}) {
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
      <ErrorNote error={error} />
      <Button type="submit" size="md" loading={busy}>
        {submit}
      </Button>
    </form>
  )
}
