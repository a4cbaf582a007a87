import type { Snippets } from './snippet.ts'

/** Languages of servers and tools, without a framework. */
export const SERVER: Snippets = {
  node: (dsn) => ({
    install: 'npm install @sentry/node',
    code: `// instrument.mjs
import * as Sentry from '@sentry/node'

Sentry.init({ dsn: '${dsn}' })

// app.mjs, run by: node --import ./instrument.mjs app.mjs
throw new Error('My first error')`,
  }),

  python: (dsn) => ({
    install: 'pip install --upgrade sentry-sdk',
    code: `import sentry_sdk

sentry_sdk.init(dsn="${dsn}")

raise RuntimeError("My first error")`,
  }),

  go: (dsn) => ({
    install: 'go get github.com/getsentry/sentry-go',
    code: `package main

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
}`,
  }),

  php: (dsn) => ({
    install: 'composer require sentry/sentry',
    code: `<?php
require __DIR__ . '/vendor/autoload.php';

\\Sentry\\init(['dsn' => '${dsn}']);

throw new \\RuntimeException('My first error');`,
  }),

  ruby: (dsn) => ({
    install: 'bundle add sentry-ruby',
    code: `require 'sentry-ruby'

Sentry.init do |config|
  config.dsn = '${dsn}'
end

Sentry.capture_exception(RuntimeError.new('My first error'))`,
  }),

  java: (dsn) => ({
    install: 'implementation("io.sentry:sentry:8.+") // build.gradle.kts',
    code: `import io.sentry.Sentry;

public class Main {
  public static void main(String[] args) {
    Sentry.init(options -> options.setDsn("${dsn}"));

    Sentry.captureException(new RuntimeException("My first error"));
  }
}`,
  }),

  dotnet: (dsn) => ({
    install: 'dotnet add package Sentry',
    code: `using Sentry;

using (SentrySdk.Init(options => options.Dsn = "${dsn}"))
{
    SentrySdk.CaptureException(new Exception("My first error"));
}`,
  }),

  rust: (dsn) => ({
    install: 'cargo add sentry',
    code: `fn main() {
    let _guard = sentry::init("${dsn}");

    panic!("My first error");
}`,
  }),
}
