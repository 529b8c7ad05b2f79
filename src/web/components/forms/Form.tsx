import { Button, type ButtonProps } from '@mantine/core'
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { InvalidFields } from '@/web/components/validation/InvalidFields'
import {
  findInvalidFields,
  focusField,
  type InvalidField,
} from '@/web/components/validation/invalid-fields'
import { t } from '@/web/i18n/text'
import { useUnsavedChanges } from '@/web/state/unsaved-changes'
import classes from './Form.module.css'

/** Elements whose clicks change a value without a change event: options of a list, and buttons that clear a field. */
const CHOOSING = '[role=option], .mantine-CloseButton-root'

export interface FormProps {
  children: ReactNode
  /** Accessible name of the form. */
  label?: string
  /** Text of the button. */
  submit?: string
  /** What the button looks like; most forms do not need it. */
  button?: Pick<ButtonProps, 'color' | 'size' | 'variant'> | undefined
  /** Elements before the button, which is then at the right end of its line. */
  before?: ReactNode
  /** Elements after the button. */
  after?: ReactNode
  /** Class of another layout than one field below the other. */
  layout?: string | undefined
  saving: { isPending: boolean; isSuccess?: boolean; error: unknown }
  /** Whether the fields begin with a draft, which is not saved yet. */
  isDraft?: boolean
  /** Whether the form disappears once it has been sent, so that it never says that its values are saved. */
  once?: boolean
  /** Whether leaving the page with unsaved changes asks first. */
  guarded?: boolean
  /** Called when the user leaves the page without saving the changes. */
  onDiscard?: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form with a button at the end. If fields are invalid, it counts them next to the button and focuses the first one.
 * Unsaved changes are protected against leaving the page.
 */
export function Form({
  children,
  label,
  submit = t('form.save'),
  button,
  before,
  after,
  layout = classes.form,
  saving,
  isDraft = false,
  once = false,
  guarded = true,
  onDiscard,
  onSubmit,
}: FormProps) {
  const { isPending, error } = saving
  const [isChanged, setChanged] = useState(isDraft)
  const invalid = useInvalidFields(saving)
  useEffect(() => {
    // What is being sent is safe; if sending fails, it is unsaved again.
    if (isPending) setChanged(false)
    else if (error) setChanged(true)
  }, [isPending, error])
  useUnsavedChanges(guarded && isChanged, onDiscard)
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    onSubmit(event)
    invalid.check()
  }
  const changed = () => {
    setChanged(true)
    invalid.recheck()
  }
  const clicked = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest(CHOOSING)) changed()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: choosing with a key also fires a click.
    <form
      ref={invalid.form}
      className={layout}
      aria-label={label}
      onSubmit={submitted}
      onChange={changed}
      onClick={clicked}
      noValidate
    >
      {children}
      <InvalidFields fields={invalid.fields} />
      {invalid.fields.length === 0 && <ErrorNote error={error} />}
      <FormEnd {...{ submit, button, before, after, once, isPending }}>
        {saving.isSuccess && !isChanged && t('form.saved')}
      </FormEnd>
    </form>
  )
}

/** A form in a dialog, which closes when it has been sent or is cancelled. */
export function DialogForm({
  onCancel,
  ...props
}: Omit<FormProps, 'once' | 'guarded' | 'before'> & { onCancel: () => void }) {
  return (
    <Form
      once
      // The dialog closes with Esc; its draft is there again when it is opened.
      guarded={false}
      before={
        <Button variant="default" size="md" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
      }
      {...props}
    />
  )
}

/** The buttons of a form, and its status. */
function FormEnd({
  submit,
  button,
  before,
  after,
  once,
  isPending,
  children,
}: Pick<FormProps, 'submit' | 'button' | 'before' | 'after' | 'once' | 'children'> & {
  isPending: boolean
}) {
  return (
    <div className={classes.end} data-right={before !== undefined}>
      {before}
      <BusyButton type="submit" busy={isPending} {...(once && { size: 'md' })} {...button}>
        {submit}
      </BusyButton>
      {after}
      {!once && (
        <span role="status" className={classes.saved}>
          {children}
        </span>
      )}
    </div>
  )
}

/** Whether a form was submitted by the button of this name, instead of its main one. */
export const isSubmittedBy = (event: FormEvent | undefined, name: string): boolean => {
  const submitter = event && (event.nativeEvent as SubmitEvent).submitter
  return submitter instanceof HTMLButtonElement && submitter.name === name
}

/**
 * The invalid fields of a form after an attempt to submit it. The first of them is focused. Errors of the server may
 * mark fields too.
 */
function useInvalidFields({ isPending, error }: FormProps['saving']) {
  const form = useRef<HTMLFormElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [edits, setEdits] = useState(0)
  const [fields, setFields] = useState<readonly InvalidField[]>([])
  useEffect(() => {
    if (!form.current || isPending || (attempt === 0 && !error)) return
    // The fields are marked in the same render as the attempt.
    const found = findInvalidFields(form.current)
    setFields(found)
    if (found[0]) focusField(found[0].control)
  }, [attempt, isPending, error])
  useEffect(() => {
    // A field loses its error when it is changed.
    if (form.current && edits > 0) setFields(findInvalidFields(form.current))
  }, [edits])
  const recheck = () => {
    if (fields.length > 0) setEdits(edits + 1)
  }
  return { form, fields, check: () => setAttempt(attempt + 1), recheck }
}
