import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * The token of the link someone came by (`#token=…`). It is taken out of the address at once: it must not stay
 * in the history. Empty if there is none.
 */
export function useLinkToken(path: '/setup' | '/invite' | '/reset-password'): string {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const fromLink = new URLSearchParams(hash).get('token')
  const [token, setToken] = useState(fromLink ?? '')
  useEffect(() => {
    if (fromLink === null) return
    setToken(fromLink)
    void navigate({ to: path, replace: true })
  }, [fromLink, navigate, path])
  return token
}
