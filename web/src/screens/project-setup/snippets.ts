import type { DsnKey } from '../../api/wire.ts'

export interface Snippet {
  value: string
  label: string
  /** Where the code belongs. */
  note: string
  code: string
}

/**
 * Ready-made code that sends a first error. SDKs get the numeric DSN, which every one of them accepts.
 *
 * @param key a DSN key that is not revoked
 * @param origin `https://errors.example.com`, where this dashboard is open
 */
export function snippetsFor(key: DsnKey, origin: string): Snippet[] {
  const dsn = key.sdk_dsn
  return [
    { value: 'javascript', label: 'Browser', note: 'npm install @sentry/browser', code: browser(dsn) },
    { value: 'node', label: 'Node.js', note: 'npm install @sentry/node', code: node(dsn) },
    { value: 'python', label: 'Python', note: 'pip install sentry-sdk', code: python(dsn) },
    { value: 'go', label: 'Go', note: 'go get github.com/getsentry/sentry-go', code: go(dsn) },
    { value: 'php', label: 'PHP', note: 'composer require sentry/sentry', code: php(dsn) },
    { value: 'ruby', label: 'Ruby', note: 'bundle add sentry-ruby', code: ruby(dsn) },
    { value: 'java', label: 'Java', note: 'io.sentry:sentry from Maven Central', code: java(dsn) },
    { value: 'dotnet', label: '.NET', note: 'dotnet add package Sentry', code: dotnet(dsn) },
    { value: 'other', label: 'curl', note: 'from any shell', code: curl(key, origin) },
  ]
}

const browser = (dsn: string) => `import * as Sentry from '@sentry/browser'

Sentry.init({ dsn: '${dsn}' })

setTimeout(() => {
  throw new Error('My first error')
})`

const node = (dsn: string) => `import * as Sentry from '@sentry/node'

Sentry.init({ dsn: '${dsn}' })

Sentry.captureException(new Error('My first error'))
await Sentry.flush(2000)`

const python = (dsn: string) => `import sentry_sdk

sentry_sdk.init(dsn="${dsn}")

raise Exception("My first error")`

const go = (dsn: string) => `package main

import (
	"errors"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})
	defer sentry.Flush(2 * time.Second)
	sentry.CaptureException(errors.New("My first error"))
}`

const php = (dsn: string) => `<?php
\\Sentry\\init(['dsn' => '${dsn}']);

throw new Exception('My first error');`

const ruby = (dsn: string) => `require 'sentry-ruby'

Sentry.init { |config| config.dsn = '${dsn}' }

Sentry.capture_exception(StandardError.new('My first error'))`

const java = (dsn: string) => `import io.sentry.Sentry;

class Main {
  public static void main(String[] args) {
    Sentry.init(options -> options.setDsn("${dsn}"));
    Sentry.captureException(new Exception("My first error"));
  }
}`

const dotnet = (dsn: string) => `using Sentry;

using (SentrySdk.Init("${dsn}"))
{
    SentrySdk.CaptureException(new Exception("My first error"));
}`

const curl = (key: DsnKey, origin: string) => `curl '${origin}/api/${key.project_id}/store/' \\
  -H 'X-Compat-Auth: Compat compat_version=7, compat_key=${key.public_key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "My first error", "level": "error"}'`
