import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import classes from './SubmitForm.module.css'

/** A form with a submit button at the end, and the server's error message, if any, above it. */
export function SubmitForm({
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
