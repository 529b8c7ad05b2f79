import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError, isSuspended } from '@/web/api/client/api-error'
import { t } from '@/web/i18n/text'
import { describeError } from './describe-error'
import classes from './ErrorNote.module.css'

const ErrorHelp = lazy(async () => ({
  default: (await import('@/web/components/page/ErrorHelp')).ErrorHelp,
}))

/** The message of an error, next to its cause; renders nothing without an error. */
export function ErrorNote({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <p className={classes.note} role="alert">
      {describeError(error)} <SuspensionLink error={error} />
      {error instanceof ApiError && (
        <Suspense>
          <ErrorHelp body={error.body} />
        </Suspense>
      )}
    </p>
  )
}

/** A link to the decision and the appeal if a request failed because the account is suspended; otherwise nothing. */
export const SuspensionLink = ({ error }: { error: unknown }) =>
  isSuspended(error) && <Link to="/profile/suspension">{t('sanction.why')}</Link>
