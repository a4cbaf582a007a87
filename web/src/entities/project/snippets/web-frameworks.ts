import type { Snippets } from './snippet.ts'

/** Frameworks of web servers. Each sends its first error when `/boom` is opened, or by a command of its own. */
export const WEB_FRAMEWORKS: Snippets = {
  'node-express': (dsn) => ({
    install: 'npm install @sentry/node',
    code: `// instrument.mjs
import * as Sentry from '@sentry/node'

Sentry.init({ dsn: '${dsn}' })

// app.mjs, run by: node --import ./instrument.mjs app.mjs
import * as Sentry from '@sentry/node'
import express from 'express'

const app = express()

app.get('/boom', () => {
  throw new Error('My first error')
})

// after all routes, before other error handlers
Sentry.setupExpressErrorHandler(app)

app.listen(3000)`,
  }),

  'python-django': (dsn) => ({
    install: 'pip install --upgrade "sentry-sdk[django]"',
    code: `# settings.py
import sentry_sdk

sentry_sdk.init(dsn="${dsn}")

# urls.py: open /boom/ to send a first error
from django.urls import path

def boom(request):
    raise RuntimeError("My first error")

urlpatterns = [path("boom/", boom)]`,
  }),

  'python-flask': (dsn) => ({
    install: 'pip install --upgrade "sentry-sdk[flask]"',
    code: `import sentry_sdk
from flask import Flask

sentry_sdk.init(dsn="${dsn}")

app = Flask(__name__)

@app.route("/boom")
def boom():
    raise RuntimeError("My first error")`,
  }),

  'python-fastapi': (dsn) => ({
    install: 'pip install --upgrade "sentry-sdk[fastapi]"',
    code: `import sentry_sdk
from fastapi import FastAPI

sentry_sdk.init(dsn="${dsn}")

app = FastAPI()

@app.get("/boom")
async def boom():
    raise RuntimeError("My first error")`,
  }),

  'php-laravel': (dsn) => ({
    install: 'composer require sentry/sentry-laravel',
    code: `// bootstrap/app.php (Laravel 11 or newer)
use Sentry\\Laravel\\Integration;

    ->withExceptions(function (Exceptions $exceptions) {
        Integration::handles($exceptions);
    })

# in a shell: the first writes the DSN to .env, the second sends a first error
php artisan sentry:publish --dsn=${dsn}
php artisan sentry:test`,
  }),

  'php-symfony': (dsn) => ({
    install: 'composer require sentry/sentry-symfony',
    code: `# .env
SENTRY_DSN="${dsn}"

# in a shell: sends a first error; the bundle is on in "prod" only, see config/bundles.php
APP_ENV=prod php bin/console sentry:test`,
  }),

  'ruby-rails': (dsn) => ({
    install: 'bundle add sentry-ruby sentry-rails',
    code: `# config/initializers/sentry.rb
Sentry.init do |config|
  config.dsn = '${dsn}'
  config.breadcrumbs_logger = [:active_support_logger, :http_logger]
end

# config/routes.rb: open /boom to send a first error
Rails.application.routes.draw do
  get '/boom', to: ->(_env) { raise 'My first error' }
end`,
  }),

  'java-spring-boot': (dsn) => ({
    install: 'implementation("io.sentry:sentry-spring-boot-4-starter:8.+") // build.gradle.kts',
    code: `# With Spring Boot 3, install io.sentry:sentry-spring-boot-starter-jakarta:8.+ instead.
# src/main/resources/application.properties
sentry.dsn=${dsn}

// BoomController.java: open /boom to send a first error
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BoomController {
  @GetMapping("/boom")
  String boom() {
    throw new IllegalStateException("My first error");
  }
}`,
  }),

  'dotnet-aspnetcore': (dsn) => ({
    install: 'dotnet add package Sentry.AspNetCore',
    code: `var builder = WebApplication.CreateBuilder(args);

builder.WebHost.UseSentry(options => options.Dsn = "${dsn}");

var app = builder.Build();
app.MapGet("/boom", string () => throw new Exception("My first error"));
app.Run();`,
  }),
}
