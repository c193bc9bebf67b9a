# Builds the bundle for Windows into dist\: a folder with memdesk.exe (command line) and "Memdesk Window.exe", zipped.
#
#     powershell -ExecutionPolicy Bypass -File packaging\windows\build.ps1
#
# Needs Python 3.11 or newer as `py` or `python`. Not run by the project's own checks, which run on Linux.
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

$python = if (Get-Command py -ErrorAction SilentlyContinue) { "py" } else { "python" }
& $python -m venv --clear build\venv
$bin = "build\venv\Scripts"
& "$bin\python.exe" -m pip install --quiet ".[desktop,packaging]"
& "$bin\python.exe" packaging\icons.py build\icons
& "$bin\pyinstaller.exe" --noconfirm --log-level ERROR --distpath build\bundle --workpath build\pyinstaller packaging\memdesk.spec
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }

$version = & "$bin\python.exe" -c "from importlib import metadata; print(metadata.version('memdesk'))"
New-Item -ItemType Directory -Force dist | Out-Null
Compress-Archive -Force -Path build\bundle\memdesk -DestinationPath "dist\memdesk-$version-windows.zip"

# The smallest proof: the command line answers, the window draws itself.
$env:MEMDESK_ROOT = Join-Path $env:TEMP "memdesk-smoke"
& build\bundle\memdesk\memdesk.exe agent add kim
& build\bundle\memdesk\memdesk.exe memory remember --agent kim --input '{\"content\": \"Hello from the bundle\", \"target\": \"agent\"}'
& build\bundle\memdesk\memdesk.exe open --screenshot "$env:TEMP\memdesk-smoke.png" --scope kim
if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
