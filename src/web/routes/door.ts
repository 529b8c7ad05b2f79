import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute, text } from './base'

type TokenSearch = { token?: string | undefined }

const tokenOf = (search: Record<string, unknown>): TokenSearch => ({ token: text(search.token) })

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: tokenOf,
  component: lazyRouteComponent(() => import('@/web/screens/setup/SetupScreen'), 'SetupScreen'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search): { from?: string | undefined } => ({ from: text(search.from) }),
  component: lazyRouteComponent(() => import('@/web/screens/login/LoginScreen'), 'LoginScreen'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(
    () => import('@/web/screens/register/RegisterScreen'),
    'RegisterScreen',
  ),
})

const confirmAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account-confirmation',
  validateSearch: tokenOf,
  component: lazyRouteComponent(
    () => import('@/web/screens/confirm-account/ConfirmAccountScreen'),
    'ConfirmAccountScreen',
  ),
})

const resendConfirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account-confirmation/resend',
  component: lazyRouteComponent(
    () => import('@/web/screens/resend-confirmation/ResendConfirmationScreen'),
    'ResendConfirmationScreen',
  ),
})

const requestResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset/request',
  component: lazyRouteComponent(
    () => import('@/web/screens/request-reset/RequestResetScreen'),
    'RequestResetScreen',
  ),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset',
  validateSearch: tokenOf,
  component: lazyRouteComponent(
    () => import('@/web/screens/reset-password/ResetPasswordScreen'),
    'ResetPasswordScreen',
  ),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/email-update',
  validateSearch: tokenOf,
  component: lazyRouteComponent(
    () => import('@/web/screens/confirm-email/ConfirmEmailScreen'),
    'ConfirmEmailScreen',
  ),
})

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: lazyRouteComponent(() => import('@/web/screens/about/AboutScreen'), 'AboutScreen'),
})

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy-policy',
  component: lazyRouteComponent(
    () => import('@/web/screens/privacy/PrivacyScreen'),
    'PrivacyScreen',
  ),
})

/** Screens for everybody: ways in, and what mails link to. */
export const doorRoutes = [
  setupRoute,
  loginRoute,
  registerRoute,
  confirmAccountRoute,
  resendConfirmationRoute,
  requestResetRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  aboutRoute,
  privacyRoute,
] as const
