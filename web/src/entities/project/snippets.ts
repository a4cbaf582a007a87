import type { DsnKey } from '../../api/wire.ts'

export interface Snippet {
  /** The platform it is for, as `PLATFORMS` names it. */
  value: string
  label: string
  /** The command or the line that adds the SDK; absent if nothing is to be installed. */
  install?: string
  code: string
}

/**
 * Ready-made code that sends a first error, as the documentation of each SDK has it today. SDKs get the
 * numeric DSN, which every one of them accepts; curl speaks to the interface directly.
 *
 * @param key a DSN key that is not revoked
 */
export function snippetsFor(key: DsnKey): Snippet[] {
  const dsn = key.sdk_dsn
  return [
    { value: 'javascript', label: 'Browser', install: 'npm install @sentry/browser', code: browser(dsn) },
    { value: 'node', label: 'Node.js', install: 'npm install @sentry/node', code: node(dsn) },
    { value: 'python', label: 'Python', install: 'pip install --upgrade sentry-sdk', code: python(dsn) },
    { value: 'go', label: 'Go', install: 'go get github.com/getsentry/sentry-go', code: go(dsn) },
    { value: 'php', label: 'PHP', install: 'composer require sentry/sentry', code: php(dsn) },
    { value: 'ruby', label: 'Ruby', install: 'bundle add sentry-ruby', code: ruby(dsn) },
    {
      value: 'java',
      label: 'Java',
      install: 'implementation("io.sentry:sentry:8.+") // build.gradle.kts',
      code: java(dsn),
    },
    { value: 'dotnet', label: '.NET', install: 'dotnet add package Sentry', code: dotnet(dsn) },
    { value: 'other', label: 'curl', code: curl(key) },
  ]
}

/** `https://errors.example.com` of a DSN: where clients send to, which may differ from this page's origin. */
export function originOf(dsn: string): string {
  return new URL(dsn).origin
}

const browser = (dsn: string) => `import * as Sentry from '@sentry/browser'

Sentry.init({ dsn: '${dsn}' })

setTimeout(() => {
  throw new Error('My first error')
})`

const node = (dsn: string) => `// instrument.mjs
import * as Sentry from '@sentry/node'

Sentry.init({ dsn: '${dsn}' })

// app.mjs, run by: node --import ./instrument.mjs app.mjs
throw new Error('My first error')`

const python = (dsn: string) => `import sentry_sdk

sentry_sdk.init(dsn="${dsn}")

raise RuntimeError("My first error")`

const go = (dsn: string) => `package main

import (
	"errors"
	"log"
	"time"

	"github.com/getsentry/sentry-go"
)

func main() {
	err := sentry.Init(sentry.ClientOptions{Dsn: "${dsn}"})
	if err != nil {
		log.Fatal(err)
	}
	defer sentry.Flush(2 * time.Second)

	sentry.CaptureException(errors.New("My first error"))
}`

const php = (dsn: string) => `<?php
require __DIR__ . '/vendor/autoload.php';

\\Sentry\\init(['dsn' => '${dsn}']);

throw new \\RuntimeException('My first error');`

const ruby = (dsn: string) => `require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = '${dsn}'
end

Sentry.capture_exception(RuntimeError.new('My first error'))`

const java = (dsn: string) => `import io.sentry.Sentry;

public class Main {
  public static void main(String[] args) {
    Sentry.init(options -> options.setDsn("${dsn}"));

    Sentry.captureException(new RuntimeException("My first error"));
  }
}`

const dotnet = (dsn: string) => `using Sentry;

using (SentrySdk.Init(options => options.Dsn = "${dsn}"))
{
    SentrySdk.CaptureException(new Exception("My first error"));
}`

const curl = (key: DsnKey) => `curl '${originOf(key.sdk_dsn)}/api/${key.project_id}/store/' \\
  -H 'X-Compat-Auth: Compat compat_version=7, compat_key=${key.public_key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "My first error", "level": "error"}'`
